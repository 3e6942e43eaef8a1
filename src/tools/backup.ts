/**
 * `npm run backup -- FILE` writes all records to a file, also while the server runs; `npm run restore -- FILE` reads
 * them into an empty database. FLEET_DATA or DATABASE_URL names the database.
 */
import { resolve } from 'node:path'
import { readEnv } from '../server/start/env'
import { backUp, restore } from './backupTasks'
import { failed, runCommand } from './command'

await runCommand(async ([task, name, ...extraArguments], sentence) => {
  if (!task || !name || extraArguments.length > 0)
    return failed(sentence('backup.usage', { task: task ?? '' }))
  // npm changes to the folder of the package; INIT_CWD is where the user called it.
  const file = resolve(process.env.INIT_CWD ?? '.', name)
  return (task === 'restore' ? restore : backUp)(file, readEnv(process.env), sentence)
})
