/** Compares the counters of devices and orders with the devices and orders themselves. */
import { checkCounters, checkOrderCounts, rebuildCounters } from '../server/store/counters'
import { type DataPlace, done, failed, inspectData, type Outcome, type SentenceOf } from './command'

export const COUNTER_TASKS = ['check', 'rebuild'] as const
type CounterTask = (typeof COUNTER_TASKS)[number]

/** Maximum number of wrong counts to print. */
const MAX_PRINTED = 20

export function checkCounts(task: CounterTask, place: DataPlace, sentence: SentenceOf): Promise<Outcome> {
  return inspectData(place, sentence, async db => {
    if (task === 'rebuild') await rebuildCounters(db)
    const wrongCounts = [...(await checkCounters(db)), ...(await checkOrderCounts(db))]
    if (wrongCounts.length === 0)
      return done(sentence(task === 'check' ? 'counters.right' : 'counters.rebuilt'))
    const lines = wrongCounts
      .slice(0, MAX_PRINTED)
      .map(({ maintained, actual, ...key }) => `${JSON.stringify(key)} ${maintained} ≠ ${actual}`)
    return failed(...lines, sentence('counters.wrong', { count: wrongCounts.length }))
  })
}
