/** The dialog that downloads a spreadsheet and uploads it, for the roster and the devices of a batch. */
export { SheetDialog } from './SheetDialog'
export { useReadingNotes } from './useReadingNotes'
