/** The JSON Schema of a method whose value has several parts. A live preview below it shows the resulting form. */
import { Box, Skeleton } from '@mui/material'
import { useWrappedSource } from 'ra-core'
import { useWatch } from 'react-hook-form'
import { LazyPart } from '../../../ui/lazy/LazyPart'
import { lazyComponent } from '../../../ui/lazy/lazyComponent'
import type { InputProps } from '../input'
import { TextInput } from '../text/Input'

const SchemaPreview = lazyComponent(() => import('./SchemaPreview'))

export function MethodSchemaInput(props: InputProps) {
  const written: unknown = useWatch({ name: useWrappedSource(props.field.name) })
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <TextInput {...props} />
      <LazyPart placeholder={<Skeleton variant="rounded" height={120} />}>
        <SchemaPreview written={written} />
      </LazyPart>
    </Box>
  )
}
