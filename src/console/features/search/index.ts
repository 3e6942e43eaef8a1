/** One search box in the top bar: a number leads to its device, a name to its vendor, client or batch (issue 3, part 7). */
export { SearchBox } from './SearchBox'
