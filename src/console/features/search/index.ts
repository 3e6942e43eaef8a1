/** The global search box: finds devices by number, and vendors, clients and batches by name. */
export { SearchBox } from './SearchBox'
