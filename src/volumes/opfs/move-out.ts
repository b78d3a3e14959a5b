import { checksum } from "./checksum.ts";
import { recordTypes } from "./format.ts";
import type { Segment } from "./log.ts";
import { packMoved } from "./nodes.ts";
import { isNewest, readableBytes, sliceBytes, type Held, type Site } from "./work.ts";

/** Places looked at in one slice. */
const slicePlaces = 20_000;

/** Copies what is live in these segments to the newest. What cannot be read stays. False when it had to end before. */
export async function moveOut(site: Site, victims: ReadonlySet<Segment | undefined>): Promise<boolean> {
  let small: Held[] = [];
  let bytes = 0;
  let seen = 0;

  function endSlice(): Promise<boolean> {
    if (small.length > 0) moveSmall(site, small);
    [small, bytes, seen] = [[], 0, 0];
    return site.goOn();
  }

  for (const held of site.store.places.all()) {
    seen += 1;
    const { segment, size } = held.content;
    if (victims.has(segment)) {
      if (size > sliceBytes) await moveLarge(site, held);
      else small.push(held);
      bytes += size;
    }
    if ((bytes >= sliceBytes || seen >= slicePlaces) && !(await endSlice())) return false;
  }
  return endSlice();
}

/** In one slice: nothing can change in between. */
function moveSmall({ log, store }: Site, helds: readonly Held[]): void {
  const readable = helds.flatMap((held) => {
    const bytes = isNewest(store, held) ? readableBytes(store, held.content) : undefined;
    return bytes ? [{ ...held, bytes }] : [];
  });
  if (readable.length === 0) return;
  const moved = log.append(true, (draft) => {
    const copied = readable.map(({ id, version, bytes }) => ({ id, version: Number(version), stored: draft.contents(bytes) }));
    draft.record(recordTypes.moved, packMoved(copied));
    return copied;
  });
  readable.forEach(({ content }, index) => store.move(content, log.newest(), moved[index]?.stored.offset ?? 0));
}

/** Room is kept for it, and filled while other records are written behind. It counts when it is all there. */
async function moveLarge({ log, store, goOn }: Site, held: Held): Promise<void> {
  const place = held.content;
  const [from, to] = [place.segment as Segment, log.newest()];
  const stored = log.makeRoom(place.size, place.checksum);
  let sum = 0;
  for (let done = 0; done < place.size; done += sliceBytes) {
    const bytes = from.file.read(place.offset + done, Math.min(sliceBytes, place.size - done));
    sum = checksum(bytes, sum);
    log.overwrite(stored, done, bytes);
    if (!(await goOn())) return;
  }
  if (sum !== place.checksum || !isNewest(store, held)) return;
  log.flush();
  log.append(true, (draft) => draft.record(recordTypes.moved, packMoved([{ id: held.id, version: Number(held.version), stored }])));
  store.move(place, to, stored.offset);
}
