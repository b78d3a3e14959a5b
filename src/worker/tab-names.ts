/**
 * What the pages of one origin call each other by. These names, the two messages below and the number in `Ready` are what pages of different
 * versions have in common: they do not change with the protocol.
 */

/** Held by the page whose worker has the workspace. */
export const ownerLock = (tabs: string): string => `portside:owner:${tabs}`;
/** Held by a guest while it lives. */
export const guestLock = (guest: string): string => `portside:guest:${guest}`;

/** Where guests knock, and the owner says that it is there. */
export const doorChannel = (tabs: string): string => `portside:door:${tabs}`;
/** In place of the worker's own port. */
export const callsChannel = (guest: string): string => `portside:calls:${guest}`;
/** In place of the event port. */
export const eventsChannel = (guest: string): string => `portside:events:${guest}`;

/** A broadcast channel is no window: it has no target. */
export function say(channel: BroadcastChannel, message: object): void {
  channel.postMessage(message); // oxlint-disable-line unicorn/require-post-message-target-origin
}

/** To the owner, from a guest that has its lock and listens. It answers with `ready`, on the guest's channel. */
export interface Knock {
  readonly type: "knock";
  readonly guest: string;
}
/** From the owner, as soon as it hears: who knocked before knocks again. */
export interface OpenDoor {
  readonly type: "opening";
}
/** The last word of an owner on a guest's channel: all that it did is answered. */
export interface Bye {
  readonly type: "bye";
}
