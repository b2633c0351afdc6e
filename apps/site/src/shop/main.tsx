import { showPage } from '../showPage.tsx'
import './shop.css'
import { Shop } from './Shop.tsx'

await showPage((site) => <Shop {...site} />, { features: { pay: true } })
