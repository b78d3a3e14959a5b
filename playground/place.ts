/** Where the files of the page's workspace are. */
export type Place =
  | { readonly kind: "memory" | "memfs" }
  | { readonly kind: "opfs"; readonly name: string }
  | { readonly kind: "directory"; readonly handle: FileSystemDirectoryHandle };

export type LastingPlace = Exclude<Place, { readonly kind: "memory" | "memfs" }>;

/** The files are there before the page opens them, and after it has closed them. */
export function isLasting(place: Place): place is LastingPlace {
  return place.kind === "opfs" || place.kind === "directory";
}

export function placeName(place: Place): string {
  switch (place.kind) {
    case "memory":
      return "Memory";
    case "memfs":
      return "memfs";
    case "opfs":
      return place.name;
    case "directory":
      return place.handle.name;
    default:
      return place satisfies never;
  }
}

const parameter = "workspace";

/** The page's address names a workspace on this device, so that a reload, and a second tab, open the same one. */
export function placeOfAddress(address: string): Place {
  const name = new URL(address).searchParams.get(parameter);
  return name ? { kind: "opfs", name } : { kind: "memory" };
}

/** The address that opens this place again. A folder has none: browsers hand it out only to who asks the user. */
export function addressOfPlace(place: Place, address: string): string {
  const url = new URL(address);
  if (place.kind === "opfs") url.searchParams.set(parameter, place.name);
  else url.searchParams.delete(parameter);
  return url.href;
}
