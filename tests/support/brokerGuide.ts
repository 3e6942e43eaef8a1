/** The lines of config files in the guide `brokers.md`, which the bench also uses. */
export { brokerLines } from '../../src/tools/services/brokerGuide'
