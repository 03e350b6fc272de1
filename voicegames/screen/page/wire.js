// The connection to the program: the whole state once, then what changes. Connects again when it is lost.

const RETRIES = 8;
const RETRY_MS = 500;

export class Wire {
  constructor(onState, onTick, onTrouble) {
    this.onState = onState;
    this.onTick = onTick;
    this.onTrouble = onTrouble;
    this.state = {};
    this.number = -1;
    this.failures = 0;
    this.refused = null;
    this.connect();
  }

  connect() {
    const address = new URL("socket", document.baseURI);
    address.protocol = "ws:";
    this.socket = new WebSocket(address);
    this.socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => this.closed());
  }

  receive(message) {
    if (message.kind === "tick") {
      this.onTick(message);
    } else if (message.kind === "refused") {
      this.refused = message.why;
      this.onTrouble(message.why);
    } else if (message.kind === "whole") {
      this.failures = 0;
      this.refused = null;
      this.onTrouble(null);
      this.number = message.number;
      this.state = message.state;
      this.onState(this.state, Object.keys(this.state), message.at_ms, false);
    } else if (message.number > this.number) {
      this.number = message.number;
      Object.assign(this.state, message.state);
      this.onState(this.state, Object.keys(message.state), message.at_ms, true);
    }
  }

  closed() {
    if (this.refused !== null) return;
    this.failures += 1;
    if (this.failures > RETRIES) {
      this.onTrouble("gone");
      return;
    }
    this.onTrouble("lost");
    setTimeout(() => this.connect(), RETRY_MS);
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
