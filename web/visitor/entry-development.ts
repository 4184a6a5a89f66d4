// In development, Vite's styles: the server has none to inline.
import './shell/base.css'

import.meta.glob('./**/*.module.css', { eager: true })
