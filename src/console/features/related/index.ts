/** The tabs of a record's page, with the records of other resources that refer to it (`related` of config). */
export { RecordTabs } from './RecordTabs'
