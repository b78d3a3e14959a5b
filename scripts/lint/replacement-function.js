/** Reports `text.replace(from, to)` where `to` may hold a `$`: `$&`, `$1` and `$$` are expanded in it. A function's result is not. */
export const replacementFunction = {
  create(context) {
    return {
      CallExpression(node) {
        const [, replacement] = node.arguments;
        if (!replacement || !replaces(node.callee) || isFunction(replacement) || isPlainText(replacement)) return;
        context.report({
          node: replacement,
          message: "A replacement text expands `$&`, `$1` and `$$`: pass a function that returns the text.",
        });
      },
    };
  },
};

const replaces = ({ type, property }) => type === "MemberExpression" && (property.name === "replace" || property.name === "replaceAll");

const isFunction = ({ type }) => type === "ArrowFunctionExpression" || type === "FunctionExpression";

const isPlainText = ({ type, value }) => type === "Literal" && typeof value === "string" && !value.includes("$");
