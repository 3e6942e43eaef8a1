/** The link to the list of the records that an import has added. */
import { Button } from '@mui/material'
import { Link } from 'react-router'
import type { Imported } from '../../../contract/imports'
import { readableFields } from '../../../engine/access'
import type { CompiledResource } from '../../../engine/compiled'
import { useUser } from '../../auth/useSession'
import { useConfig, useTranslate } from '../../config'
import { useCounted } from '../../forms/listTexts'
import { filteredPath } from '../../paths'

/** The time of creation: every record has it, and config may show it as a field. */
const CREATION = 'created'

export function ViewNew({ resource, imported }: { resource: CompiledResource; imported: Imported }) {
  const translate = useTranslate()
  const config = useConfig()
  const { level } = useUser()
  const counted = useCounted(resource)
  const isHidden =
    resource.fields[CREATION] &&
    !readableFields(config, level, resource).some(({ name }) => name === CREATION)
  // A user who may not read the time cannot filter the list by it.
  if (imported.added === 0 || isHidden) return null
  return (
    <Button
      component={Link}
      to={filteredPath(resource.path, { [`${CREATION}_gte`]: imported.created })}
      color="inherit"
      size="small"
      variant="outlined"
    >
      <span>{translate('import.view', { records: counted(imported.added) })}</span>
    </Button>
  )
}
