/** Layouts of a value of several parts: a column of inputs, and a named group within it. */
import { type LayoutProps, rankWith, uiTypeIs } from '@jsonforms/core'
import { JsonFormsDispatch, withJsonFormsLayoutProps } from '@jsonforms/react'
import { Box, Typography } from '@mui/material'
import { useId } from 'react'
import type { ObjectLayout as Layout, ObjectGroup } from '../../../../engine/valueObject/objectForm'

export const objectLayoutTester = rankWith(1, uiTypeIs('VerticalLayout'))
export const objectGroupTester = rankWith(1, uiTypeIs('Group'))

const COLUMN = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }

function Elements({ uischema, schema, path, enabled, renderers, cells }: LayoutProps) {
  // The cast is safe, as the testers above accept only layouts and groups of `objectLayout`.
  return (uischema as Layout | ObjectGroup).elements.map(element => (
    <JsonFormsDispatch
      key={element.type === 'Control' ? element.scope : element.label}
      uischema={element}
      schema={schema}
      path={path}
      enabled={enabled}
      renderers={renderers}
      cells={cells}
    />
  ))
}

function LayoutControl(props: LayoutProps) {
  return (
    <Box sx={COLUMN}>
      <Elements {...props} />
    </Box>
  )
}

function GroupControl(props: LayoutProps) {
  const id = useId()
  const { label, options } = props.uischema as ObjectGroup
  return (
    <Box
      role="group"
      aria-labelledby={id}
      sx={{ ...COLUMN, border: 1, borderColor: 'divider', borderRadius: 1, p: 2 }}
    >
      <Box>
        <Typography id={id} component="div" variant="subtitle2" sx={{ overflowWrap: 'anywhere' }}>
          {label}
        </Typography>
        {options.help && (
          <Typography variant="caption" color="text.secondary">
            {options.help}
          </Typography>
        )}
      </Box>
      <Elements {...props} />
    </Box>
  )
}

export const ObjectLayout = withJsonFormsLayoutProps(LayoutControl)
export const ObjectGroups = withJsonFormsLayoutProps(GroupControl)
