import { render } from "preact";
import { App } from "./app.tsx";
import { listenForDrops } from "./dropping.ts";
import { listenForKeys } from "./keys.ts";
import { createPlayer } from "./player.ts";
import { openSample, samples } from "./samples.ts";

const page = document.getElementById("page") as HTMLElement;
const player = createPlayer();

// What is in the frame would stay beside what is rendered.
page.replaceChildren();
render(<App player={player} />, page);
listenForKeys(player);
listenForDrops(player);
void openSample(player, samples[0].name);
// Neither is needed at once, but both must be here when the network is gone.
void import("portside/engines/diff");
void import("./panels/index.ts");
