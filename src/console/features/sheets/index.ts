/** Spreadsheets down and up: the dialog that gives one and takes one back, and the button that downloads a file. */
export { DownloadButton } from './DownloadButton'
export { SheetDialog } from './SheetDialog'
