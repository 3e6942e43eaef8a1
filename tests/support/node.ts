/** Before every test file that runs in Node. */
import { cleanUpAfterFile } from './afterFile'

cleanUpAfterFile()
