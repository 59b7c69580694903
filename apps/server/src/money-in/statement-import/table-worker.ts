import { answerFromThread } from "../../files/tables/file-thread.ts";
import { readStatementTable } from "./statement-table.ts";

/* Reads one file in a worker thread and ends, so that no file can block the server. */

// Reads the lines if it gets their columns; without them only the table, for a preview.
answerFromThread(({ bytes, columns }) => readStatementTable(bytes, columns));
