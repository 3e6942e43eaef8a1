/** The dialog that downloads a spreadsheet and uploads it, and the button that downloads a file. */
export { DownloadButton } from './DownloadButton'
export { SheetDialog } from './SheetDialog'
