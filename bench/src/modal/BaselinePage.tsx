import { renderBaseline } from '../renderBaseline.tsx'

const names = ['Bench Wallet', 'Other Wallet', 'Third Wallet', 'Fourth Wallet']

renderBaseline({
  button: 'Connect',
  draw: () => (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <button type="button">{name}</button>
        </li>
      ))}
    </ul>
  ),
})
