import { packRecord } from "./format.ts";
import { recordOf, type Held } from "./shelf.ts";

/** Calls that are known again by their ids, whatever room their contents take. */
const rememberedCalls = 1_000;
/** What a record that there is a way back from counts besides what it holds. */
const overheadBytes = 1_024;

/** What goes for something new to come. */
export interface Room<Item> {
  /** Of these only the heads stay, and say so. */
  readonly stripped: ReadonlyMap<Item, Uint8Array>;
  readonly forgotten: ReadonlySet<Item>;
}

/** What is there, the oldest first. */
export interface Shelved<Item> {
  /** Heads alone, each of a call; all older than what is whole. */
  readonly bare: ReadonlyMap<number, Item>;
  readonly whole: ReadonlyMap<number, Item>;
}

export interface Bounds {
  /** Bytes of all items that are there. */
  readonly used: number;
  readonly maxBytes: number;
  /** How many calls the items are of, the new one's among them. */
  readonly calls: number;
}

/** The oldest goes first, and of it what the way back needs before what the calls did. Looks at no more items than go, and one. */
export function makeRoom<Item extends Held>({ bare, whole }: Shelved<Item>, item: Item, { used, maxBytes, calls }: Bounds): Room<Item> {
  let total = used + sizeOf(item);
  let surplus = calls - rememberedCalls;
  if (total <= maxBytes && surplus <= 0) return enough;
  const stripped = new Map<Item, Uint8Array>();
  const forgotten = new Set<Item>();
  for (const each of following(whole.values(), item)) {
    if (total <= maxBytes) break;
    const head = headAlone(each);
    total -= sizeOf(each) - sizeOfBare(each, head);
    stripped.set(each, head);
  }
  const isEnough = (): boolean => surplus <= 0 && total <= maxBytes;
  const forget = (each: Item, head: Uint8Array): void => {
    if (each.callId !== undefined) surplus -= 1;
    total -= sizeOfBare(each, head);
    forgotten.add(each);
  };
  for (const each of bare.values()) {
    if (isEnough()) break;
    forget(each, each.packed);
  }
  for (const [each, head] of stripped) if (each.callId === undefined || !isEnough()) forget(each, head);
  return { stripped, forgotten };
}

const enough: Room<never> = { stripped: new Map<never, Uint8Array>(), forgotten: new Set<never>() };

/** What a record says without its pieces. */
export function headAlone(item: Held): Uint8Array {
  return packRecord(recordOf(item), undefined);
}

/** Bytes that the item is counted for. */
export function sizeOf({ headBytes, pieceBytes, answer }: Held): number {
  return headBytes + (answer?.length ?? 0) + (pieceBytes === undefined ? 0 : overheadBytes + pieceBytes);
}

function sizeOfBare({ answer }: Held, head: Uint8Array): number {
  return head.length + (answer?.length ?? 0);
}

function* following<Item>(items: Iterable<Item>, last: Item): Iterable<Item> {
  yield* items;
  yield last;
}
