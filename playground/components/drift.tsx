import type { JSX } from "preact";
import type { Difference } from "portside/transcript";
import { differences } from "../words.ts";

/** Where something is not as the transcript says. */
export function Drift({ drift }: { readonly drift: readonly Difference[] }): JSX.Element | null {
  if (drift.length === 0) return null;
  return (
    <table class="drift">
      <caption>Drift: {differences(drift.length)}</caption>
      <thead>
        <tr>
          <th scope="col">Where</th>
          <th scope="col">Wanted</th>
          <th scope="col">Got</th>
        </tr>
      </thead>
      <tbody>
        {drift.map(({ path, wanted, got }, index) => (
          <tr key={index}>
            <th scope="row">{path}</th>
            <td>{shown(wanted)}</td>
            <td>{shown(got)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  return typeof value === "string" ? value : JSON.stringify(value);
}
