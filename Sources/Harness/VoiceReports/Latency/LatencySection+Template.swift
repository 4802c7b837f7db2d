extension LatencySection {
    /// Template of the page around the figures. Double braces escape.
    static let template = """
        <div class="latency">
        <style>
        .latency { color: var(--ink, #1d2430); --line: color-mix(in srgb,
          var(--muted, #5f6b7c) 30%, transparent); }
        .latency table { border-collapse: collapse; width: 100%;
          font-variant-numeric: tabular-nums; }
        .latency th, .latency td { padding: .3em .8em .3em 0; text-align: left;
          vertical-align: top; }
        .latency th { color: var(--muted, #5f6b7c); font-weight: 500; }
        .latency .n { text-align: right; white-space: nowrap; }
        .latency tbody tr { border-top: 1px solid var(--line); }
        .latency small { color: var(--muted, #5f6b7c); display: block; font-size: 12px; }
        .latency .good { color: var(--good, #1f7a4d); }
        .latency .bad { color: var(--bad, #c43d3d); }
        .latency .muted { color: var(--muted, #5f6b7c); }
        .latency .scroll { overflow-x: auto; }
        .latency svg { display: block; max-width: 100%; height: auto; }
        .latency td svg { min-width: 12em; }
        .latency svg line, .latency svg .curve { stroke: currentColor; fill: none; }
        .latency svg text, .latency svg .dot { fill: currentColor; }
        .latency svg .dot { opacity: .75; }
        .latency svg .open { fill: none; stroke: var(--bad, #c43d3d); }
        .latency svg .dashed { stroke-dasharray: 3 4; }
        .latency .ink { color: var(--ink, #1d2430); }
        .latency .accent { color: var(--accent, #2f6fde); }
        .latency .golden { color: var(--golden, #8a5a00); }
        .latency .grid { color: var(--line); }
        .latency .fault { border-left: 4px solid var(--bad, #c43d3d); padding-left: .8em; }
        .latency .trends { display: grid; gap: 1.6em 2em; margin: .8em 0;
          grid-template-columns: repeat(auto-fill, minmax(min(27em, 100%), 1fr)); }
        .latency .verdict { font-size: 17px; margin: 0 0 .4em; }
        .latency .legend { display: flex; flex-wrap: wrap; gap: 4px 18px; list-style: none;
          padding: 0; margin: 14px 0 0; font-size: 13px; }
        .latency .legend li { display: flex; align-items: center; gap: 6px; }
        .latency .hear { white-space: nowrap; min-height: 26px; padding: 0 8px; }
        .latency .gauge { width: 30%; min-width: 6em; }
        .latency .gauge i { display: block; height: .7em; margin-top: .4em; border-radius: 2px;
          background: var(--accent, #2f6fde); }
        .latency .move { display: inline-block; margin-right: 1em; font-size: 13px; }
        .latency h3 { margin: 1.6em 0 .4em; }
        .latency summary { cursor: pointer; min-height: 34px; font-weight: 600; }
        </style>
        {{#hasLine}}<p class="verdict {{lineState}}"><strong>{{line}}</strong></p>{{/hasLine}}
        <p class="verdict {{verdictState}}">{{verdict}}</p>
        <p class="muted">{{headline}}</p>
        {{#hasTurnsAtAll}}<p class="muted">{{callerEnd}}</p>{{/hasTurnsAtAll}}
        {{#budgets}}<p class="fault bad">{{text}}</p>
        {{/budgets}}
        {{#faults}}<p class="fault bad">{{text}}</p>
        {{/faults}}
        {{#hasWorst}}<h3>The worst turns</h3>
        <div class="scroll"><table class="rows">
        <thead><tr><th></th><th>turn</th><th class="n">ended at</th><th>said</th><th>response</th>
        <th>made of</th></tr></thead><tbody>
        {{#worst}}<tr><td data-label="sound">{{#hasSound}}<button type="button" class="hear"
        data-heard="{{sound}}" aria-label="Hear {{session}}">▶ Play</button>{{/hasSound}}</td>
        <td data-label="turn">{{session}}</td>
        <td class="n" data-label="ended at ms">{{at}}</td>
        <td data-label="said">{{said}}</td>
        <td class="{{state}}" data-label="response">{{response}}</td>
        <td class="muted" data-label="made of">{{detail}}</td></tr>
        {{/worst}}
        </tbody></table></div>{{/hasWorst}}
        {{#hasCalls}}<h3>Calls</h3>
        <div class="scroll"><table class="rows calls">
        <thead><tr><th>call</th><th class="n">longest wait ms</th><th>app talks over</th>
        <th>caller talks over</th><th>dead air</th><th>the recording</th></tr></thead><tbody>
        {{#calls}}<tr><td data-label="call">{{name}}</td>
        <td class="n" data-label="longest wait ms">{{wait}}</td>
        <td data-label="app talks over">{{byApp}}</td>
        <td data-label="caller talks over">{{byCaller}}</td>
        <td data-label="dead air">{{deadAir}}</td>
        <td class="muted" data-label="the recording">{{findings}}</td></tr>
        {{/calls}}
        </tbody></table></div><p class="muted">{{moreCalls}}</p>{{/hasCalls}}
        {{#hasShares}}<h3>Who spent the time</h3>
        <div class="scroll"><table class="rows shares">
        <thead><tr><th>part</th><th>decided by</th><th class="n">turns</th>
        <th class="n">mean ms</th><th class="n">share</th><th></th></tr></thead><tbody>
        {{#shares}}<tr><td data-label="part">{{name}}</td>
        <td data-label="decided by">{{owner}}</td><td class="n" data-label="turns">{{turns}}</td>
        <td class="n" data-label="mean ms">{{mean}}</td>
        <td class="n" data-label="share">{{percent}}</td>
        <td class="gauge"><i style="width:{{width}}"></i></td></tr>
        {{/shares}}
        </tbody></table></div>{{/hasShares}}
        {{#hasTold}}<h3>Measured by the app itself</h3>
        <div class="scroll"><table class="rows told">
        <thead><tr><th>milliseconds</th><th class="n">n</th><th class="n">min</th>
        <th class="n">p50</th><th class="n">max</th></tr></thead><tbody>
        {{#told}}<tr><td data-label="figure">{{name}}</td>
        <td class="n" data-label="n">{{count}}</td>
        <td class="n" data-label="min">{{least}}</td>
        <td class="n" data-label="p50">{{median}}</td>
        <td class="n" data-label="max">{{most}}</td></tr>
        {{/told}}
        </tbody></table></div>{{/hasTold}}
        {{#hasFigures}}<h3>All figures</h3>
        <ul class="legend" aria-label="Legend">
        <li><svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><circle class="dot"
        cx="8" cy="8" r="4"/></svg> one value</li>
        <li><svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><circle
        class="dot open" cx="8" cy="8" r="4"/></svg> not over yet: at least so long</li>
        <li><svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><line class="accent"
        stroke-width="3" x1="8" y1="1" x2="8" y2="15"/></svg> median (p50)</li>
        <li><svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><line class="accent"
        stroke-width="1.5" x1="8" y1="1" x2="8" y2="15"/></svg> p90, p99</li>{{#hasGolden}}
        <li><svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><line class="golden"
        stroke-width="4" x1="8" y1="1" x2="8" y2="15"/></svg> median of the golden traces</li>
        {{/hasGolden}}</ul>
        <div class="scroll"><table class="rows figures">
        <thead><tr><th>milliseconds</th><th class="n">n</th><th class="n">p50</th>
        <th class="n">p90</th><th class="n">p99</th><th class="n">max</th>
        <th class="n">p99 corrected</th><th>every value, and p50, p90, p99</th></tr></thead>
        <tbody>
        {{#figures}}<tr><td data-label="figure"><span><strong>{{name}}</strong>
        <small>{{meaning}}</small></span></td>
        <td class="n" data-label="n">{{count}}</td>
        {{#values}}<td class="n" data-label="{{name}}"><span>{{text}}{{#hasGolden}}
        <small>golden {{golden}}</small><small class="{{state}}">{{change}}</small>{{/hasGolden}}
        </span></td>{{/values}}
        <td class="n" data-label="p99 corrected">{{corrected}}</td>
        <td class="plot" data-label="values"><span{{#plots}} data-plot="{{data}}"{{/plots}}>
        <small>{{remarks}}</small></span></td></tr>
        {{/figures}}
        </tbody></table></div>
        <p><small>All plots use one scale. A value with ≥ is a lower bound: the response had not
        come yet. The corrected p99 also counts the values that were not measured while the caller
        waited (coordinated omission).</small></p>{{/hasFigures}}
        {{#agreements}}<p class="good">{{text}}</p>{{/agreements}}
        {{#changes}}<p class="{{kind}}"><strong>{{session}}</strong> {{place}}:
        <span class="{{state}}">{{what}}</span></p>
        {{/changes}}
        {{#notes}}<p class="muted">{{text}}</p>
        {{/notes}}
        {{#history}}<h3>Over {{runs}} runs, oldest to newest</h3>
        <p class="muted">The thick line is the median, the thin one p90. A solid vertical line
        marks a run in which a percentile left what it was in the runs before. Below stands every
        percentile that moved since the run before.{{#scopes}} Dashed lines mark the runs
        where the set of sessions changed ({{text}}).{{/scopes}}</p>
        <div class="trends">
        {{#trends}}<div><strong>{{name}}</strong> <span class="muted">{{meaning}}</span>
        <div data-plot="{{plot}}"></div>
        <small>median {{first}}, now {{last}}</small>
        {{#moves}}<span class="move {{state}}">{{text}}</span> {{/moves}}</div>
        {{/trends}}
        </div>{{/history}}
        {{#hasTurns}}<details><summary>The other turns</summary>
        <div class="scroll"><table class="rows">
        <thead><tr><th>turn</th><th class="n">ended at</th><th>said</th><th>response</th>
        <th>made of</th></tr></thead><tbody>
        {{#turns}}<tr><td data-label="turn">{{session}}</td>
        <td class="n" data-label="ended at ms">{{at}}</td>
        <td data-label="said">{{said}}</td>
        <td class="{{state}}" data-label="response">{{response}}</td>
        <td class="muted" data-label="made of">{{detail}}</td></tr>
        {{/turns}}
        </tbody></table></div>
        <p class="muted">{{more}}</p></details>{{/hasTurns}}
        </div>

        """
}
