/** One search box for everything: a number leads to its device, a name to its vendor, client or batch. */
export { SearchBox } from './SearchBox'
