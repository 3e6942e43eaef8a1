/** Setup of every test file that runs in Node. */
import { cleanUpAfterFile } from './afterFile'

cleanUpAfterFile()
