/**
 * Checks the server's ports before the database is opened, so that a port in use is noticed before a long migration.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { errorCode } from '../store/failures'
import { StartProblem } from './startProblem'

interface Address {
  host: string
  port: number
}

/** The environment variables of port and host, for messages. */
type VariableNames = 'PORT, HOST' | 'MQTT_PORT, MQTT_HOST'

/**
 * Checks that the server will be able to listen on a port. It does not keep the port: until the server is ready its
 * connections are refused, so that a proxy uses another server.
 *
 * @throws StartProblem
 */
export async function checkPort({ host, port }: Address, names: VariableNames): Promise<void> {
  const server = createServer()
  await withPortProblems(
    { host, port },
    names,
    once(server.listen({ host, port, exclusive: true }), 'listening'),
  )
  server.close()
  await once(server, 'close')
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
