import type { Around, Perform, ToolCall } from "./around.ts";
import { bounded } from "./bounded.ts";
import type { AroundNote, ToolResult } from "./result.ts";

interface Place {
  /** 0 is the outermost. */
  readonly index: number;
  readonly notes: AroundNote[];
}

/** The middleware around the rest of the call; what it does, unless that is nothing, is noted. The innermost is noted first. */
export function watched(wrap: Around, next: Perform, { index, notes }: Place): Perform {
  const by = wrap.name === "" ? `middleware ${index + 1}` : wrap.name;
  return async (call) => {
    const made: ToolCall[] = [];
    const answers: ToolResult[] = [];
    try {
      const result = await wrap(call, async (inner) => {
        made.push(inner);
        const answer = await next(inner);
        answers.push(answer);
        return answer;
      });
      const did = [...callDeeds(call, made, result), ...answerDeeds(answers.at(-1), result)];
      if (did.length > 0) notes.push({ by, did, ...callMade(call, made) });
      return result;
    } catch (error) {
      notes.push({ by, did: ["failed"] });
      throw error;
    }
  };
}

type Deed = AroundNote["did"][number];

function callDeeds(call: ToolCall, made: readonly ToolCall[], result: ToolResult | undefined): readonly Deed[] {
  if (made.length === 0) return [result?.status === "rejected" ? "refused" : "answered"];
  return [
    ...(made.some((inner) => isChanged(call, inner)) ? ["changed_call" as const] : []),
    ...(made.length > 1 ? ["repeated" as const] : []),
  ];
}

function isChanged(call: ToolCall, inner: ToolCall): boolean {
  return inner.name !== call.name || inner.arguments !== call.arguments;
}

function answerDeeds(answer: ToolResult | undefined, result: ToolResult | undefined): readonly Deed[] {
  if (answer === undefined || answer === result) return [];
  const { text, ...rest } = answer;
  const { text: said, ...others } = result ?? ({} as Partial<ToolResult>);
  const isSame = (Object.keys({ ...rest, ...others }) as (keyof typeof rest)[]).every((key) => rest[key] === others[key]);
  if (!isSame || said === undefined || !said.startsWith(text)) return ["changed_answer"];
  return said === text ? [] : ["appended"];
}

function callMade(call: ToolCall, made: readonly ToolCall[]): Pick<AroundNote, "call"> {
  const last = made.at(-1);
  if (last === undefined || !isChanged(call, last)) return {};
  return { call: bounded({ tool: last.name, arguments: last.arguments }) as AroundNote["call"] & object };
}
