// The sound check: what arrives at the microphone, in words, and which microphone it is.

import { find, make, setText, show } from "./elements.js";
import { choiceButton } from "./start.js";
import { text, word } from "./texts.js";

const NUMBERS = ["one", "two", "three", "four", "five", "six"];

export function showCheck(check, send) {
  const section = find("check");
  if (!section.firstElementChild || section.dataset.language !== document.documentElement.lang) {
    section.dataset.language = document.documentElement.lang;
    section.replaceChildren(
      make("p", { id: "check-say", class: "check-say" }),
      make("p", { id: "check-result", class: "check-result", role: "status" }),
      make("h2", { id: "label-devices" }),
      make("div", { id: "check-devices", class: "buttons", role: "group", "aria-labelledby": "label-devices" }),
      make("div", { id: "check-last", class: "buttons last" }),
    );
  }
  setText(find("check-say"), text("check_say"));
  setText(find("check-result"), check.result);
  find("check-result").dataset.isGood = String(check.is_good);
  setText(find("label-devices"), text("check_device"));
  show(find("check-devices"), [check.devices, check.device], () =>
    check.devices.map((name, number) =>
      choiceButton(
        { id: `device_${number + 1}`, label: name, phrase: word(NUMBERS[number]), key: String(number + 1) },
        number === check.device,
        send,
      ),
    ),
  );
  show(find("check-last"), [document.documentElement.lang], () => {
    const done = choiceButton({ id: "check_done", label: text("check_done"), phrase: word("yes"), key: "Enter" }, null, send);
    done.querySelector("kbd").textContent = `${text("key_enter")} / ${text("key_escape")}`;
    return [done];
  });
}
