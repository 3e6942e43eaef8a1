/** Files for TLS at the built-in broker. */
import { join } from 'node:path'
import { AUTHORITY_FILES, createAuthority, issueBroker } from '../../src/tools/deviceCa/authority'
import { dataFolder } from './dataFolder'

/** The files of a broker at `localhost`, and of the authority that has signed its certificate. */
export async function brokerFiles(): Promise<{ certificate: string; key: string; authority: string }> {
  const folder = join(dataFolder(), 'authority')
  await createAuthority(folder, 'Ours', new Date())
  const issued = await issueBroker(folder, 'localhost', 30, new Date())
  return { ...issued, authority: join(folder, AUTHORITY_FILES.certificate) }
}
