/** The lane stores messages of devices in batches and in their order. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Lane } from '../../src/server/gateway/lane'

/** Long, so that a batch is stored only when it is full or the lane stops. */
const GATHER_MS = 60_000

function laneOf(most: number, gatherMs = GATHER_MS) {
  const batches: number[][] = []
  const lane = new Lane<number>({
    most,
    gatherMs,
    async store(batch) {
      await wait(1)
      batches.push(batch)
    },
  })
  return { lane, batches }
}

it('stores full batches at once and the rest when it stops, in order', async () => {
  const { lane, batches } = laneOf(3)
  for (let item = 1; item <= 7; item++) lane.add(item)
  await expect
    .poll(() => batches)
    .toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ])
  expect(lane.size).toBe(1)
  lane.add(8)
  lane.add(9)
  await expect.poll(() => batches.at(-1)).toEqual([7, 8, 9])
  lane.add(10)
  await lane.stop()
  expect(batches.flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

it('stores an incomplete batch after a while', async () => {
  const { lane, batches } = laneOf(3, 5)
  lane.add(1)
  await expect.poll(() => batches).toEqual([[1]])
  lane.add(2)
  await expect.poll(() => batches).toEqual([[1], [2]])
})

it('stores nothing during exclusive work, and then what has arrived since', async () => {
  const { lane, batches } = laneOf(2, 1)
  lane.add(1)
  let seen = -1
  await lane.exclusively(async () => {
    lane.add(2)
    lane.add(3)
    await wait(20)
    seen = batches.flat().length
  })
  expect(seen).toBe(1)
  await lane.stop()
  expect(batches.flat()).toEqual([1, 2, 3])
})
