import type { JSX } from "preact";
import type { Definition } from "portside";
import type { Player } from "../player.ts";
import { plural } from "../words.ts";

/** What a model is told about its tools. */
export function ToolsView({ player }: { readonly player: Player }): JSX.Element | null {
  const tools = player.session.value?.workspace.tools;
  if (tools === undefined) return null;
  return (
    <>
      <div class="step-head">
        <h2>{tools.profile}</h2>
        <span class="subject">{plural(tools.definitions.length, "tool")}, as a model is told of them</span>
      </div>
      <div class="panel scroll tools" tabIndex={0} role="region" aria-label="Tools">
        {tools.definitions.map((definition) => (
          <ToolCard key={definition.name} definition={definition} />
        ))}
      </div>
    </>
  );
}

function ToolCard({
  definition: { name, description, inputSchema, concurrency, offered },
}: {
  readonly definition: Definition;
}): JSX.Element {
  const { properties = {}, required = [] } = inputSchema as {
    readonly properties?: Readonly<Record<string, Parameter>>;
    readonly required?: readonly string[];
  };
  return (
    <article class="tool">
      <h3>
        <code>{name}</code>
        {concurrency === "serial" && <span class="chip">changes files</span>}
        {!offered && <span class="chip">by name only</span>}
      </h3>
      <p>{description}</p>
      <dl>
        {Object.entries(properties).map(([parameter, schema]) => (
          <div key={parameter}>
            <dt>
              {parameter}
              {required.includes(parameter) && <span class="quiet"> required</span>}
            </dt>
            <dd>
              <code class="literal">{typeOf(schema)}</code> {schema.description}
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

/** The part of JSON Schema that says what one may write. */
interface Parameter {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Parameter;
  readonly description?: string;
}

function typeOf({ type, enum: values, items }: Parameter): string {
  if (values !== undefined) return values.map(String).join(" | ");
  return type === "array" && items !== undefined ? `${typeOf(items)}[]` : (type ?? "any");
}
