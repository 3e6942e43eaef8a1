/** Memory and response times of a server under load. */
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** The resident memory of a process, in MB. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** Sends requests in a separate thread, so that work of the test does not count as delay of the server. */
const REQUESTER = `
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
 * Requests an address all the time while the work runs.
 *
 * @returns the slowest response in milliseconds, and the memory in MB before and at its peak
 */
export async function slowestWhile<Result>(pid: number, url: string, work: () => Promise<Result>) {
  const before = memoryOf(pid)
  let peak = before
  const watching = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid))
  }, 20)
  const requester = new Worker(REQUESTER, { eval: true, workerData: url })
  const slowest = new Promise<number>((resolve, reject) =>
    requester.once('message', resolve).once('error', reject),
  )
  try {
    const result = await work()
    requester.postMessage('stop')
    return { result, slowest: await slowest, peak, before }
  } finally {
    clearInterval(watching)
    await requester.terminate()
  }
}
