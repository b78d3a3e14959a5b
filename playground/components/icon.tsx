import type { JSX } from "preact";

/** Drawn on 16 × 16. */
const paths = {
  play: "M4.5 2.8v10.4L13 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  step: "M3.5 3v10L10 8zM11 3h2v10h-2z",
  restart: "M8 2.5a5.5 5.5 0 1 1-5.3 4h1.6A4 4 0 1 0 8 4v2.4L4.2 3.2 8 0z",
  open: "M6 3.5 10.5 8 6 12.5z",
} as const;

export function Icon({ name }: { readonly name: keyof typeof paths }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
