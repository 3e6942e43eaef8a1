/**
 * Checks the server's ports before the database is opened, so that a port in use is noticed before a long migration.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { errorCode } from '../store/failures'
import { StartProblem } from './startProblem'

interface Address {
  host: string
  port: number
}

/** The environment variables of port and host, for messages. */
type VariableNames = 'PORT, HOST' | 'MQTT_PORT, MQTT_HOST'

/** A host that does not answer within this time has no server of ours. */
const CONNECT_WITHIN_MS = 1_000

/**
 * Checks that no server listens on a port. It connects, and does not listen: a connection that a caller opens in this
 * moment would be reset. Other problems are reported when the server listens.
 *
 * @throws StartProblem
 */
export async function checkPort({ host, port }: Address, names: VariableNames): Promise<void> {
  if (port === 0) return
  const socket = connect({ host, port, timeout: CONNECT_WITHIN_MS })
  socket.once('timeout', () => socket.destroy(new Error('timeout')))
  const isOpen = await once(socket, 'connect').then(
    // The system may connect a free port with itself.
    () => socket.localPort !== port,
    () => false,
  )
  socket.destroy()
  if (isOpen) throw new StartProblem('portTaken', { port, name: names.split(', ')[0]! })
}

/** Waits until a port is open. @throws StartProblem if that fails for a reason that the operator can fix */
export async function withPortProblems<Result>(
  { host, port }: Address,
  names: VariableNames,
  opening: Promise<Result>,
): Promise<Result> {
  const [portName, hostName] = names.split(', ') as [string, string]
  try {
    return await opening
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EADDRINUSE') throw new StartProblem('portTaken', { port, name: portName })
    if (code === 'EACCES') throw new StartProblem('portDenied', { port, name: portName })
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartProblem('hostUnknown', { host, name: hostName })
    throw error
  }
}
