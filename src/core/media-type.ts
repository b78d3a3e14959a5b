export type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

export const imageTypes: readonly ImageType[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpeg = [0xff, 0xd8, 0xff];
const gif87 = ascii("GIF87a");
const gif89 = ascii("GIF89a");
const riff = ascii("RIFF");
const webp = ascii("WEBP");

/** The image format that the leading bytes declare, whatever the file is called. Twelve bytes are enough to know. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  if (startsWith(bytes, png)) return "image/png";
  if (startsWith(bytes, jpeg)) return "image/jpeg";
  if (startsWith(bytes, gif87) || startsWith(bytes, gif89)) return "image/gif";
  if (startsWith(bytes, riff) && startsWith(bytes.subarray(8), webp)) return "image/webp";
  return undefined;
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function ascii(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}
