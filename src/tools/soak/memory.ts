/** Reads memory and CPU time of a process and its descendants from `/proc`. */
import { readdirSync, readFileSync } from 'node:fs'
import { median } from '../bench/timing'

const EVERY_MS = 2_000

export interface Sample {
  /** Seconds since the first sample. */
  seconds: number
  mb: number
}

/** Samples the memory every two seconds. @returns the samples so far, and a function that stops */
export function watchMemory(pid: number): { samples: Sample[]; stop: () => void } {
  const began = performance.now()
  const samples: Sample[] = []
  const take = () => samples.push({ seconds: (performance.now() - began) / 1000, mb: residentMb(pid) })
  take()
  const timer = setInterval(take, EVERY_MS)
  return { samples, stop: () => clearInterval(timer) }
}

/** Resident memory (RSS) of the process and its descendants. Needs `/proc`. */
export const residentMb = (pid: number): number =>
  sumOf(processTree(pid), pid => Number(/^VmRSS:\s+(\d+)/m.exec(readProc(pid, 'status'))?.[1] ?? 0)) / 1000

/** Proportional memory (PSS) of the process and its descendants: memory that processes share counts once. */
export const proportionalMb = (pid: number): number =>
  sumOf(processTree(pid), pid => Number(/^Pss:\s+(\d+)/m.exec(readProc(pid, 'smaps_rollup'))?.[1] ?? 0)) /
  1000

/** User and system time of the process and its descendants so far. `/proc` counts hundredths of a second. */
export const cpuSecondsOf = (pid: number): number => sumOf(processTree(pid), cpuTicks) / 100

/** User and system time in hundredths of a second: fields 14 and 15 of `/proc/PID/stat`, counted from 1. */
function cpuTicks(pid: number): number {
  // The second field is the name of the program in brackets, which may contain spaces: begin after it.
  const fieldsFromThird = readProc(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  return Number(fieldsFromThird[14 - 3] ?? 0) + Number(fieldsFromThird[15 - 3] ?? 0)
}

/** The process and its descendants. */
function processTree(rootPid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name)
      ? /^PPid:\s+(\d+)/m.exec(readProc(Number(name), 'status'))?.[1]
      : undefined
    if (parent) parents.set(Number(name), Number(parent))
  }
  const isInTree = (pid: number): boolean =>
    pid === rootPid || (parents.has(pid) && isInTree(parents.get(pid)!))
  return [...parents.keys()].filter(isInTree)
}

const sumOf = (pids: readonly number[], measure: (pid: number) => number): number =>
  pids.reduce((sum, pid) => sum + measure(pid), 0)

/** Returns '' if the process has ended. */
function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** The median of the samples within a minute, counted from 1; undefined without samples. */
export function atMinute(samples: readonly Sample[], minute: number): number | undefined {
  const within = samples.filter(({ seconds }) => seconds >= (minute - 1) * 60 && seconds < minute * 60)
  return within.length > 0 ? median(within.map(({ mb }) => mb)) : undefined
}
