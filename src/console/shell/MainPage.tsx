/** `/app/main/{product}`: the main page of a product that config lists; of another it is the error screen (decision 1). */
import Button from '@mui/material/Button'
import { Link, useParams } from 'react-router'
import { useConfig, useWords } from '../config'
import { ComingSoon } from '../ui/ComingSoon'
import { useBarItems } from './BarLink'
import { NotFound } from './NotFound'

export function MainPage() {
  const { product } = useParams()
  const words = useWords()
  const found = useConfig().app.products.find(({ slug }) => slug === product)
  const [first] = useBarItems()
  if (!found) return <NotFound />
  return (
    <ComingSoon
      what="dashboard"
      title={words(found.title)}
      action={
        first && (
          <Button variant="contained" component={Link} to={first.to}>
            {words(first.label)}
          </Button>
        )
      }
    />
  )
}
