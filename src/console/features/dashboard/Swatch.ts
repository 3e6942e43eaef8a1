import { styled } from '@mui/material'

/** A sample of a colour in front of its word; give it `aria-hidden` and `data-colour`. */
export const Swatch = styled('span')({ width: 10, height: 10, flex: 'none', borderRadius: 3 })
