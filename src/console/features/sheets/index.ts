/** The dialog that downloads a spreadsheet and uploads it: for imports, the roster and the devices of a batch. */
export { PurposeChoice } from './PurposeChoice'
export { SheetDialog } from './SheetDialog'
export { useClearWord } from './useClearWord'
export { useReadingNotes } from './useReadingNotes'
