/** The button that downloads a file. Separate from `sheets`, so that pages with the button do not load its dialog. */
export { DownloadButton } from './DownloadButton'
