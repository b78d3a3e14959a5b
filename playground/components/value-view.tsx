import type { JSX } from "preact";

/** A JSON value as people read it: keys in a column, texts with their own lines. */
export function ValueView({ value }: { readonly value: unknown }): JSX.Element {
  if (typeof value === "string")
    return value.includes("\n") ? <pre class="text">{value}</pre> : <code class="string">{value === "" ? '""' : value}</code>;
  if (typeof value !== "object" || value === null) return <code class="literal">{String(value)}</code>;
  const entries = Array.isArray(value) ? value.map((item, index) => [String(index), item] as const) : Object.entries(value);
  const held = entries.filter(([, item]) => item !== undefined);
  if (held.length === 0) return <code class="literal">{Array.isArray(value) ? "[]" : "{}"}</code>;
  if (Array.isArray(value) && value.every((item) => typeof item === "string" && !item.includes("\n")))
    return <Texts texts={value as string[]} />;
  return (
    <dl class="value">
      {held.map(([name, item]) => (
        <div key={name} class={isBlock(item) ? "block" : undefined}>
          <dt>{name}</dt>
          <dd>
            <ValueView value={item} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Texts({ texts }: { readonly texts: readonly string[] }): JSX.Element {
  return (
    <ul class="texts">
      {texts.map((text, index) => (
        <li key={index}>
          <code class="string">{text}</code>
        </li>
      ))}
    </ul>
  );
}

/** Takes lines of its own below its name. */
function isBlock(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\n");
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}
