import { render } from "preact";
import { App } from "./app.tsx";
import { listenForKeys } from "./keys.ts";
import { createPlayer } from "./player.ts";
import { openSample, samples } from "./samples.ts";

const page = document.getElementById("page") as HTMLElement;
const player = createPlayer();

// What is in the frame would stay beside what is rendered.
page.replaceChildren();
render(<App player={player} />, page);
listenForKeys(player);
void openSample(player, samples[0].name);
// What shows diffs is not needed at once, but must be here when the network is gone.
void import("portside/engines/diff");
