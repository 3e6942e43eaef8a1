/**
 * The fields of a device that the user may see, in the sections of config.
 *
 * Replaces `SimpleShowLayout`, which does not associate label and value as `dt` and `dd` do (WCAG 1.3.1).
 */
import { Box, Card, Typography } from '@mui/material'
import { readableFields } from '../../../engine/access'
import type { CompiledPage, CompiledResource } from '../../../engine/compiled'
import { asColumn } from '../../../engine/fields/asColumn'
import { useUser } from '../../auth/useSession'
import { useConfig, useTranslate } from '../../config'
import { useColumnOf } from '../../forms/list/useConfigColumns'
import { Facts } from '../../ui/text/Facts'
import { NoValue } from '../../ui/text/NoValue'
import type { ShownDevice } from './device'

interface SectionsProps {
  resource: CompiledResource
  sections: CompiledPage['sections']
  device: ShownDevice
}

export function Sections({ resource, sections, device }: SectionsProps) {
  const config = useConfig()
  const { level } = useUser()
  const translate = useTranslate()
  const columnOf = useColumnOf(resource, { onCard: true })
  const readable = readableFields(config, level, resource)
  return (
    <Box sx={SECTIONS}>
      {sections.map(({ label, fields }) => {
        const visibleFields = fields.flatMap(name => readable.find(field => field.name === name) ?? [])
        if (visibleFields.length === 0) return null
        const title = translate(label)
        const facts = visibleFields.map(field => {
          const { name, label, isBlank, render } = columnOf(asColumn(field))
          return { name, label, value: isBlank?.(device) ? <NoValue /> : render(device) }
        })
        return (
          <Card
            component="section"
            key={visibleFields[0]!.name}
            aria-label={title || undefined}
            sx={{ p: 2 }}
          >
            {title && (
              <Typography variant="h2" sx={{ mb: 1 }}>
                {title}
              </Typography>
            )}
            <Facts facts={facts} />
          </Card>
        )
      })}
    </Box>
  )
}

const SECTIONS = {
  display: 'grid',
  gap: 2,
  minWidth: 0,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: 'minmax(0, 1fr)' },
} as const
