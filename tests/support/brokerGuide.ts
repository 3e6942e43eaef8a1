/** What the bench reads of the guide as well. */
export { brokerLines } from '../../src/tools/services/brokerGuide'
