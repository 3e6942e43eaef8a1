/**
 * Starts the simulator of devices as a child process (`src/tools/simulate`). Secrets reach it through stdin; it ends
 * when stdin closes, so that it never outlives its parent.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { packageRoot } from '../packageRoot'
import { workerScript } from '../workerScript'

/** A simulated device; `signal` is the last one (RSRP in dBm). */
export interface SimulatedDevice {
  imei: string
  secret: string
  signal?: { rsrp: number; band: number }
}

export interface SimulatorSettings {
  /** The broker, `mqtt://` or `mqtts://`. */
  url: string
  seed: number
  /** The fraction of orders that fail, 0 to 1. */
  fail: number
  /** The fraction of the time that a device is offline, 0 to 1. */
  offline: number
  /** Whether that fraction of devices is offline at first; otherwise all connect. */
  beginAway: boolean
  /** The length of an online and an offline phase together. */
  cycleSeconds: number
  /** The duration of an order: most are near the minimum, one in ten takes up to the maximum. */
  answerMs: readonly [min: number, max: number]
  telemetrySeconds: number
  keepaliveSeconds: number
  /** The pause before a device reconnects; grows to sixteen times this. */
  retryMs: number
  /** Connections begun per second. */
  connectsPerSecond: number
  /** Maximum number of devices that are connecting, until their presence is acknowledged; the others wait. */
  connecting: number
  /** File that remembers the executed orders over a restart. */
  state?: string
}

/** Counts since the process began. */
export interface SimulatorReport {
  /** IMEIs of the devices that are connected now. */
  connected: string[]
  connects: number
  /** Connections that the broker refused. */
  refused: number
  /** Telemetry messages that the broker has acknowledged. */
  telemetry: number
  executed: number
  /** Orders that were received again. */
  repeated: number
}

/** The first line on stdin. Further lines ask for a report, which is a line on stdout, or are a `SimulatorChange`. */
export interface SimulatorStart {
  settings: Partial<SimulatorSettings>
  devices: readonly SimulatedDevice[]
}

/** A change of settings while devices are connected. */
export interface SimulatorChange {
  telemetrySeconds?: number
  /** Devices that another simulator uses for now: they disconnect. */
  lent?: readonly string[]
}

export interface Simulator {
  pid: number
  report(): Promise<SimulatorReport>
  change(change: SimulatorChange): void
  /** Resolves when the process has ended, with the last part of its stderr. */
  ended: Promise<{ code: number | null; stderrEnd: string }>
  /** Kills the process: the connections of all devices break without a DISCONNECT. */
  kill(): void
  /** Closes stdin, as the end of the parent process would. */
  closeStdin(): void
}

/** Characters of stderr that are kept for the log. */
const MAX_STDERR = 2_000

export async function spawnSimulator(start: SimulatorStart): Promise<Simulator> {
  const script = await workerScript('../tools/simulate/simulatorProcess', ['tools/simulate', 'contract'])
  // Without these limits Node would take more and more memory for thousands of small connections instead of collecting
  // garbage.
  const flags = ['--max-semi-space-size=2', '--max-old-space-size=512', '--optimize-for-size']
  const child = spawn(process.execPath, [...flags, script], {
    cwd: packageRoot,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
  })
  let stderrEnd = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrEnd = (stderrEnd + text).slice(-MAX_STDERR)
  })
  // Writing fails if the process has already ended.
  child.stdin.on('error', () => undefined)
  child.stdin.write(`${JSON.stringify(start)}\n`)
  const ended = endOf(child).then(code => ({ code, stderrEnd }))
  const reports = createInterface({ input: child.stdout })
  return {
    pid: child.pid ?? 0,
    ended,
    kill: () => void child.kill('SIGKILL'),
    change: change => void child.stdin.write(`${JSON.stringify(change)}\n`),
    closeStdin: () => void child.stdin.end(),
    async report() {
      child.stdin.write('report\n')
      const line = await Promise.race([once(reports, 'line'), ended])
      if (!Array.isArray(line)) throw new Error('the simulator has ended')
      return JSON.parse(String(line[0])) as SimulatorReport
    },
  }
}

async function endOf(child: ChildProcess): Promise<number | null> {
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return code
  } catch {
    // The process could not be started.
    return null
  }
}
