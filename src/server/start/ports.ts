/** The ports on which the server listens: a taken one is found before minutes of migration, and said in a sentence. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { errorCode } from '../store/failures'
import { StartProblem } from './startProblem'

interface Place {
  host: string
  port: number
}

/** The variables of the environment that say where. */
type PlaceNames = 'PORT, HOST' | 'MQTT_PORT, MQTT_HOST'

/**
 * Reserves a port while the database is made ready; connections are closed until then.
 *
 * @returns releases it
 * @throws StartProblem
 */
export async function reservePort({ host, port }: Place, names: PlaceNames): Promise<() => Promise<void>> {
  const server = createServer(socket => socket.destroy())
  await portProblems({ host, port }, names, once(server.listen({ host, port, exclusive: true }), 'listening'))
  return async () => {
    server.close()
    await once(server, 'close')
  }
}

/** @throws StartProblem when opening the port fails for a reason that the operator can mend */
export async function portProblems<Result>(
  { host, port }: Place,
  names: PlaceNames,
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
