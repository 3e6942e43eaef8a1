/** The records of other resources that refer to a record, as tabs of its page (`related` of config). */
export { RelatedCount } from './RelatedCount'
export { RelatedList } from './RelatedList'
export { useOpenRelated, WithRelated } from './WithRelated'
