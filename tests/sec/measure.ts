/** What a server takes while something is done to it. */
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** The resident memory of a process, in MB. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** Asks all the time, in a thread that has nothing else to do: what the test is busy with is not the server's delay. */
const ASKER = `
const { parentPort, workerData: url } = require('node:worker_threads')
let done = false
parentPort.once('message', () => { done = true })
;(async () => {
  let slowest = 0
  while (!done) {
    const began = performance.now()
    await (await fetch(url)).arrayBuffer()
    slowest = Math.max(slowest, performance.now() - began)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  parentPort.postMessage(Math.round(slowest))
})()`

/**
 * Does something and asks for an address all the time.
 *
 * @returns the slowest of its answers in milliseconds, and the memory in MB before and at most
 */
export async function slowestWhile<Result>(pid: number, url: string, work: () => Promise<Result>) {
  const before = memoryOf(pid)
  let peak = before
  const watching = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid))
  }, 20)
  const asker = new Worker(ASKER, { eval: true, workerData: url })
  const slowest = new Promise<number>((resolve, reject) =>
    asker.once('message', resolve).once('error', reject),
  )
  try {
    const result = await work()
    asker.postMessage('enough')
    return { result, slowest: await slowest, peak, before }
  } finally {
    clearInterval(watching)
    await asker.terminate()
  }
}
