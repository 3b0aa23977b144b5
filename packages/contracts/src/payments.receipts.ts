/** The receipt of a payment as a page to print: `?payment=<id>`, for a credit note also `&turn=<number>`,
 * for that of a dispute `&dispute=<id>`. */
export const RECEIPT_FILE_PATH = '/api/receipt-file.php';

/** Longest printed number of a receipt, such as `HL-2026-000123`. */
export const RECEIPT_NUMBER_LENGTH = 40;
