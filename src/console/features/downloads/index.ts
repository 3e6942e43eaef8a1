/**
 * The button that downloads a file. Apart from `sheets`, whose dialog would come with every page that has such a
 * button.
 */
export { DownloadButton } from './DownloadButton'
