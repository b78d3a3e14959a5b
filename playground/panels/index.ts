import "./panels.css";

export { ApprovalCard } from "./approval-card.tsx";
export { Dialogs } from "./dialogs.tsx";
export { HistoryPanel } from "./history-panel.tsx";
export { importDropped } from "./dropped.ts";
export { Toast } from "./toast.tsx";
export { ToolsView } from "./tools-view.tsx";
export { exportZip } from "./transfer.ts";
export { UndoButton } from "./undo-button.tsx";
