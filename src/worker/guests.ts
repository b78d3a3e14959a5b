import { expose } from "comlink";
import { breathe } from "../core/cancel.ts";
import { createHost } from "./host.ts";
import type { HostOptions } from "./host.ts";
import type { Ready } from "./protocol.ts";
import { callsChannel, doorChannel, eventsChannel, guestLock, say } from "./tab-names.ts";
import type { Bye, Knock, OpenDoor } from "./tab-names.ts";

export interface GuestsOptions extends Pick<HostOptions, "open"> {
  /** The name under which they look for the workspace. */
  readonly tabs: string;
  readonly ready: Omit<Ready, "events">;
}

/** Other pages of the origin, served by this page's worker. */
export interface Guests {
  /** Lets no more in; lets the calls of those inside finish, and sends them away. */
  retire(): Promise<void>;
}

export function admitGuests({ tabs, ready, open }: GuestsOptions): Guests {
  const inside = new Map<string, () => Promise<void>>();
  const door = new BroadcastChannel(doorChannel(tabs));

  function admit(guest: string): void {
    const [calls, events] = [new BroadcastChannel(callsChannel(guest)), new BroadcastChannel(eventsChannel(guest))];
    const { host, retire, drop } = createHost({ open, post: (event) => say(events, event) });
    const leave = (): void => {
      inside.delete(guest);
      drop();
      for (const channel of [calls, events]) channel.close();
    };
    inside.set(guest, async () => {
      await retire();
      await breathe(); // the last answers go first
      say(calls, { type: "bye" } satisfies Bye);
      leave();
    });
    expose(host, calls);
    say(calls, ready);
    void navigator.locks.request(guestLock(guest), leave);
  }

  door.addEventListener("message", ({ data }: MessageEvent<Knock | OpenDoor>) => {
    if (data.type === "knock" && !inside.has(data.guest)) admit(data.guest);
  });
  say(door, { type: "opening" } satisfies OpenDoor);

  return {
    async retire() {
      door.close();
      await Promise.all([...inside.values()].map((sendAway) => sendAway()));
    },
  };
}
