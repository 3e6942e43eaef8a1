/** The queue stores messages of devices in batches and in their order. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { BatchQueue } from '../../src/server/gateway/batchQueue'

/** Long, so that a batch is stored only when it is full or the queue stops. */
const GATHER_MS = 60_000

function queueOf(max: number, gatherMs = GATHER_MS) {
  const batches: number[][] = []
  const queue = new BatchQueue<number>({
    max,
    gatherMs,
    async store(batch) {
      await wait(1)
      batches.push(batch)
    },
  })
  return { queue, batches }
}

it('stores full batches at once and the rest when it stops, in order', async () => {
  const { queue, batches } = queueOf(3)
  for (let item = 1; item <= 7; item++) queue.add(item)
  await expect.poll(() => batches.map(batch => batch.join())).toEqual(['1,2,3', '4,5,6'])
  expect(queue.size).toBe(1)
  queue.add(8)
  queue.add(9)
  await expect.poll(() => batches.at(-1)).toEqual([7, 8, 9])
  queue.add(10)
  await queue.stop()
  expect(batches.flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

it('stores an incomplete batch after a while', async () => {
  const { queue, batches } = queueOf(3, 5)
  queue.add(1)
  await expect.poll(() => batches).toEqual([[1]])
  queue.add(2)
  await expect.poll(() => batches).toEqual([[1], [2]])
})
